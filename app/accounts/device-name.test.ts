import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

test.each([
  [`${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android"],
  [`${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/85.0.0.0`, "Opera on Android"],
  [`${ANDROID} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0`, "Instagram on Android"],
  ["Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12.423 Version/12.16", "Opera Mini on Android"],
  ["Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", "Firefox on KaiOS"],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/130.0.0.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, "Edge on Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "Safari on Mac"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0.0.0 Safari/537.36", "Chrome on Chromebook"],
  [WINDOWS, "A browser on Windows"],
  ["Firefox/132.0", "Firefox"],
])("%s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test.each(["", "curl/8.5.0", "<script>alert(1)</script>", "x".repeat(10_000)])("%.30s is unknown", (userAgent) => {
  expect(deviceName(userAgent)).toBeNull();
});
