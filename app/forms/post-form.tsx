import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { Button } from "../ui/button.tsx";
import { ALERT } from "../ui/section.tsx";
import type { ReturnedForm } from "./problems.ts";

/** Deletes saved pages when a form signs somebody in or out, for browsers without `Clear-Site-Data`. */
export async function deleteCopies({ target }: Pick<Event, "target">): Promise<void> {
  if (!(target as Element).matches("[data-deletes-copies]")) return;
  for (const name of (await globalThis.caches?.keys()) ?? []) void caches.delete(name);
}

/** Inline script of documents with such a form, which can be submitted before React hydrates. */
export const DELETE_COPIES_SCRIPT = `addEventListener("submit", ${deleteCopies})`;

/** The focus goes to the first invalid field, else to the field to try again, else to the alert. */
const FOCUS_ORDER = ['[aria-invalid="true"]', "[data-retry]", '[role="alert"]'];

/** The returned form. Errors are cleared when it is sent again (specification, section 4); typed values stay. */
export function useReturnedForm<Field extends string>(
  returnedForm: ReturnedForm<Field> | undefined,
): ReturnedForm<Field> | undefined {
  const { formData } = useNavigation();
  return returnedForm !== undefined && formData !== undefined
    ? { errors: {}, typed: returnedForm.typed }
    : returnedForm;
}

/**
 * A form that posts, with or without JavaScript. When returned, the first invalid field gets the focus. Only the server
 * validates. @param className its layout
 */
export function PostForm({
  returned,
  deletesCopies = false,
  className = "grid gap-6",
  children,
}: {
  returned: ReturnedForm | undefined;
  /** Whether it signs somebody in or out, and so deletes saved pages (app/forms/post-form.tsx). */
  deletesCopies?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();

  useEffect(() => {
    const element = form.current;
    if (element === null || returned === undefined || Object.keys(returned.errors).length === 0) return;
    for (const secret of element.querySelectorAll<HTMLInputElement>("[data-secret]")) secret.value = "";
    for (const selector of FOCUS_ORDER) {
      const target = element.querySelector<HTMLElement>(selector);
      if (target === null) continue;
      target.focus();
      return;
    }
  }, [returned]);

  function sendOnce(event: FormEvent) {
    if (navigation.state === "submitting") event.preventDefault();
    else void deleteCopies(event);
  }

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={sendOnce}
      data-deletes-copies={deletesCopies ? "" : undefined}
      className={className}
    >
      {children}
    </Form>
  );
}

export function FormAlert({ returned }: { returned: ReturnedForm | undefined }) {
  const sentence = returned?.errors.form;
  if (sentence === undefined) return null;
  return (
    <p role="alert" tabIndex={-1} className={ALERT}>
      {sentence}
    </p>
  );
}

type SubmitButtonProps = { tone?: "red" | "ink" | "ghost"; className?: string; children: ReactNode };

export function SubmitButton({ tone, className, children }: SubmitButtonProps) {
  return (
    <Button type="submit" tone={tone ?? "red"} {...(className !== undefined && { className })}>
      {children}
    </Button>
  );
}

/** The message after a successful form, which the live region announces. */
export function StatusMessage({ children }: { children: ReactNode }) {
  return (
    <p data-outcome="" className="mb-6 border-l-[12px] border-red bg-coal px-5 py-4.5 text-lg outline-none">
      {children}
    </p>
  );
}

/** A route's `shouldRevalidate` that also reloads after a conflict (409, 410). */
export function revalidateAfterConflict(move: ShouldRevalidateFunctionArgs): boolean {
  return move.defaultShouldRevalidate || move.actionStatus === 409 || move.actionStatus === 410;
}
