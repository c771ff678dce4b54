import { href, Link, useFetcher } from "react-router";

const SHAPE = "inline-flex cursor-pointer items-center font-bold text-white transition-colors";

const LOOKS = {
  corner: {
    shape: "min-h-12 gap-2.5 px-4 text-[14px] focus-visible:-outline-offset-4",
    rest: "bg-ink/85 hover:bg-red",
    saved: "bg-red hover:bg-blood",
  },
  large: {
    shape: "min-h-15 w-full gap-3 rounded-edge px-4 sm:px-6 md:w-auto text-[15px] tracking-[.04em] uppercase",
    rest: "shadow-[inset_0_0_0_2px_currentColor] hover:bg-white/10",
    saved: "shadow-[inset_0_0_0_2px_currentColor] hover:bg-white/10",
  },
} as const;

/** A ribbon: hollow while the class is not saved, filled once it is. */
function Ribbon({ isFilled }: { isFilled: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 14 18"
      className="h-4.5 w-3.5 shrink-0"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M1.5 1.5h11v14.2L7 11.6l-5.5 4.1z" />
    </svg>
  );
}

type SaveButtonProps = {
  slug: string;
  title: string;
  isSaved: boolean | null;
  signInPath: string;
  back: string;
  look?: keyof typeof LOOKS;
};

/**
 * Saves or removes a class, or links to Sign In when signed out. @param isSaved null: signed out @param back the
 * page's path
 */
export function SaveButton({ slug, title, isSaved, signInPath, back, look = "corner" }: SaveButtonProps) {
  const fetcher = useFetcher();
  const { shape, rest, saved } = LOOKS[look];
  if (isSaved === null) {
    return (
      <Link to={signInPath} className={`${SHAPE} ${shape} ${rest}`}>
        <Ribbon isFilled={false} />
        <span>
          Save <span className="sr-only">{title}</span>
        </span>
      </Link>
    );
  }
  // "Saved" appears only once the server has stored it, as visitors may then close the page.
  const isBusy = fetcher.state !== "idle";
  const label = isBusy ? (isSaved ? "Removing" : "Saving") : isSaved ? "Saved" : "Save";
  return (
    <fetcher.Form method="post" action={href("/saved-classes")} preventScrollReset>
      <input type="hidden" name="class" value={slug} />
      <input type="hidden" name="do" value={isSaved ? "remove" : "save"} />
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        aria-pressed={isSaved}
        aria-busy={isBusy}
        className={`${SHAPE} ${shape} ${isSaved ? saved : rest}`}
      >
        <Ribbon isFilled={isSaved} />
        <span>
          {label}
          <span className="sr-only">{label === "Saved" ? `: ${title}` : ` ${title}`}</span>
        </span>
      </button>
    </fetcher.Form>
  );
}
