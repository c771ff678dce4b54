import { expect, test } from "vitest";
import { callAddress, localPhone, smsAddress, whatsAppAddress } from "./phone.ts";
import { chatAddress, questionAddress } from "./whatsapp.ts";

test.each([
  ["+254712345678", "0712 345 678"],
  ["+254110123456", "0110 123 456"],
  ["+254202345678", "020 234 5678"],
  ["+254512211234", "051 221 1234"],
  ["+254800723253", "0800 723 253"],
  // Anything but a Kenyan number is shown as it is stored.
  ...["+447700900123", "020 123 456", "+25420234567890", "++254712345678", ""].map((other) => [other, other] as const),
] as const)("%j is shown as %j", (stored, text) => {
  expect(localPhone(stored)).toBe(text);
});

test("a number has links for calls and texts, and for WhatsApp with a text or a question", () => {
  expect(callAddress("+254 700 000 000")).toBe("tel:+254700000000");
  expect(smsAddress("+254 712 345-678", "See you")).toBe("sms:+254712345678?body=See%20you");
  expect(whatsAppAddress("+254712345678")).toBe("https://wa.me/254712345678");
  for (const other of ["+254202345678", "+2547123456789", "++254712345678", "+447700900123", ""]) {
    expect(whatsAppAddress(other), other).toBeUndefined();
  }
  expect(chatAddress("+254 20 2345678", "9:00am & “Yoga”?\n#1")).toBe(
    "https://wa.me/254202345678?text=9%3A00am%20%26%20%E2%80%9CYoga%E2%80%9D%3F%0A%231",
  );
  expect(chatAddress(undefined, "Come along")).toBe("https://wa.me/?text=Come%20along");
  const text = (about?: string) => new URL(questionAddress("+254712345678", about)).searchParams.get("text");
  expect(text("Boxing")).toBe("Hello! I have a question about Boxing.");
  expect(text()).toBe("Hello! I have a question.");
});
