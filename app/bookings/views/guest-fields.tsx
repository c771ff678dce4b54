import { type ReactNode, useId } from "react";
import { TextField } from "../../forms/fields.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import type { BookingStateView } from "./offer-view.server.ts";

type Bring = NonNullable<Extract<BookingStateView, { kind: "offer" }>["bring"]>;

/** Asks whether the visitor brings somebody, then for the guest's name; also without JavaScript. */
export function GuestFields({ bring: { price }, returned }: { bring: Bring; returned: ReturnedForm | undefined }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 border-y border-white/15 py-2.5">
      <Checkbox name="bring" returned={returned} className="peer">
        I’m bringing somebody
      </Checkbox>
      <div className="col-span-2 hidden gap-5 pt-2 pb-4 peer-checked:grid">
        <TextField
          name="guestName"
          label="Your guest’s name"
          starred
          hint={`The desk uses it to check them in.${price === undefined ? "" : ` ${price}, payable at the desk.`}`}
          autoComplete="off"
          autoCapitalize="words"
          returned={returned}
        />
      </div>
    </div>
  );
}

type CheckboxProps = { name: string; returned: ReturnedForm | undefined; className?: string; children: ReactNode };

function Checkbox({ name, returned, className = "", children }: CheckboxProps) {
  const id = useId();
  return (
    <>
      <input
        id={id}
        type="checkbox"
        name={name}
        value="yes"
        defaultChecked={Boolean(returned?.typed[name])}
        className={`grid size-6 appearance-none place-items-center rounded-edge border-2 border-white/45 bg-black before:-mt-1 before:hidden before:h-3.5 before:w-2 before:rotate-45 before:border-white before:border-r-2 before:border-b-2 hover:not-checked:border-white/70 checked:border-red checked:bg-red checked:before:block forced-colors:appearance-auto ${className}`}
      />
      <label htmlFor={id} className="flex min-h-12 cursor-pointer items-center text-lg font-bold">
        {children}
      </label>
    </>
  );
}
