import type { Settings } from "../../content-types/settings.ts";
import { CloseIcon, EmailIcon, PhoneIcon, PlaceIcon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Sheet, SheetButton } from "../../ui/sheet.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";

export const PANEL_ID = "info-panel";

const HEADING = "text-[28px] font-black";

/** The info panel, which slides in from the right (specification, section 2, "Navigation bar"). */
export function InfoPanel({ settings, pictures }: { settings: Settings; pictures: readonly PhotoView[] }) {
  const details = [
    { Icon: PlaceIcon, text: `${settings.street}, ${settings.city}` },
    { Icon: PhoneIcon, text: settings.phone },
    { Icon: EmailIcon, text: settings.email },
  ];
  return (
    <Sheet
      id={PANEL_ID}
      label="About the gym"
      className="mr-0 ml-auto h-dvh max-h-none w-full max-w-[440px] translate-x-full overflow-y-auto overscroll-contain bg-coal text-chalk transition-[translate,display,overlay] transition-discrete duration-300 ease-out backdrop:bg-black/70 open:translate-x-0 starting:open:translate-x-full"
    >
      <div aria-hidden="true" className="shuka h-2.5" />
      <div className="px-6 pt-4 pb-10 sm:px-9">
        <div className="flex items-center justify-between">
          <Logo className="text-[32px] text-white" />
          <SheetButton sheet={PANEL_ID} action="hide" label="Close info panel" className="-mr-3">
            <CloseIcon className="size-6" />
          </SheetButton>
        </div>
        <h2 className={`mt-8 ${HEADING}`}>About Us</h2>
        <p className="mt-3.5 text-[16px] text-ash">{settings.aboutBlurb}</p>
        {pictures.length > 0 && (
          <>
            <h2 className={`mt-9 ${HEADING}`}>Gallery</h2>
            <ul className="mt-4 grid grid-cols-3 gap-2">
              {pictures.map((photo) => (
                <li key={photo.file}>
                  <Picture photo={photo} sizes="120px" aspect={1} />
                </li>
              ))}
            </ul>
          </>
        )}
        <h2 className={`mt-9 ${HEADING}`}>Find us</h2>
        <ul className="mt-3.5 border-t border-white/14">
          {details.map(({ Icon, text }) => (
            <li key={text} className="flex items-center gap-4 border-b border-white/14 py-3.5 font-semibold">
              <Icon className="size-5 shrink-0 text-ember" />
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </li>
          ))}
        </ul>
        <SocialLinks addresses={settings} owner={settings.name} className="mt-6 gap-2 *:bg-iron" />
      </div>
    </Sheet>
  );
}
