import type { ReactNode } from "react";

/** A switch in a form. A press sends the opposite state as `do`. */
export function Switch({ isOn, on, off, children }: { isOn: boolean; on: string; off: string; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="do"
      value={isOn ? off : on}
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
      </span>{" "}
      {children}
    </button>
  );
}
