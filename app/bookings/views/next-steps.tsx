import { Form } from "react-router";
import { Button, LinkButton } from "../../ui/button.tsx";
import type { NextStep } from "./booking-view.ts";

/** What somebody can do who can't book: the first is what helps most. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <ul className="grid gap-3">
      {steps.map(({ label, to, form }, index) => {
        const tone = index === 0 ? "red" : "ghost";
        return (
          <li key={to}>
            {form ? (
              <Form method="post" action={to}>
                <Button type="submit" tone={tone} className="w-full">
                  {label}
                </Button>
              </Form>
            ) : (
              <LinkButton to={to} tone={tone} className="w-full">
                {label}
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
