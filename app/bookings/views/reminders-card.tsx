import { Form } from "react-router";
import { Card } from "./card.tsx";

/** The switch of reminders. @param isOn undefined before the first booking */
export function RemindersCard({ isOn }: { isOn: boolean | undefined }) {
  return (
    <Card id="reminders" title="Reminders">
      <p>A mail the evening before a morning class, three hours before the others.</p>
      {isOn === undefined ? (
        <p className="mt-3">They begin with your first booking, and you can switch them off here.</p>
      ) : (
        <Form method="post" preventScrollReset className="mt-4">
          <button
            type="submit"
            name="do"
            value={isOn ? "reminders-off" : "reminders-on"}
            role="switch"
            aria-checked={isOn}
            className="flex min-h-12 cursor-pointer items-center gap-4 text-left font-bold text-chalk hover:text-white"
          >
            <span
              aria-hidden="true"
              className={`flex h-8 w-16 shrink-0 items-center justify-between p-1 text-[13px] text-white ${isOn ? "bg-red pl-2" : "flex-row-reverse pr-2 shadow-[inset_0_0_0_2px_rgb(255_255_255/.6)]"}`}
            >
              {isOn ? "ON" : "OFF"}
              <span className="h-full w-5.5 bg-white" />
            </span>
            Send me reminders
          </button>
        </Form>
      )}
    </Card>
  );
}
