import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Settings } from "../../content-types/settings.ts";
import { hoursOnContactPage } from "../../content-types/weekly-opening-hours.ts";
import { callAddress } from "../../forms/phone.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PlaceIcon } from "../../ui/icons.tsx";
import { SectionIntro, type SectionText } from "../../ui/section.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";

const LINK = "inline-block min-h-11 py-1.5 underline decoration-2 underline-offset-6 hover:text-blood wrap-anywhere";

type ContactFacts = { text: SectionText; settings: Settings; closures: readonly string[] };

/**
 * Address, opening hours, information and social links (specification, section 2, "Contact Us").
 * @param closures a line for each closure of the next days
 */
export function ContactDetails({ text, settings, closures }: ContactFacts) {
  return (
    <>
      <div className="mb-10">
        <SectionIntro text={text} className="mt-5 max-w-[46ch]" />
      </div>
      <Row title="Address">
        <address className="not-italic">
          {settings.street}
          <br />
          {settings.city}
        </address>
        <Directions settings={settings} />
      </Row>
      <Row title="Opening Hours">
        <ul>
          {hoursOnContactPage(settings).map((line, index) => (
            // The owner's copy repeats a line, so lines are not unique keys.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered on the page
            <li key={index}>{line}</li>
          ))}
          {closures.map((line) => (
            <li key={line} className="mt-1.5 font-text text-base leading-snug font-bold">
              {line}
            </li>
          ))}
        </ul>
      </Row>
      <Row title="Information">
        {/* The room for a finger is around the lines. */}
        <div className="-mt-1.5 -mb-2">
          <a href={callAddress(settings.phone)} className={LINK}>
            {settings.phone}
          </a>
          <br />
          <a href={`mailto:${settings.email}`} className={LINK}>
            {settings.email}
          </a>
          {settings.whatsApp && (
            <>
              <br />
              <WhatsAppLink href={questionAddress(settings.whatsApp)} />
            </>
          )}
        </div>
      </Row>
      <div className="print:hidden">
        <Row title="Follow us">
          <SocialLinks profiles={settings} className="-ml-4 gap-1" />
        </Row>
      </div>
    </>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-ink/15 py-7 sm:max-lg:grid-cols-[150px_1fr] xl:grid-cols-[150px_1fr]">
      <h3 className="pt-2 font-text text-[15px] leading-normal font-bold tracking-normal normal-case text-graphite">
        {title}
      </h3>
      <div className="font-display text-[clamp(min(7.2vw,25px),2.2vw,32px)] leading-[1.2] font-black">{children}</div>
    </section>
  );
}

/** Half the width and the height of the map, in degrees: some two kilometres around the gym. */
const MAP_REACH = { longitude: 0.012, latitude: 0.006 };

const MAP_MARGIN = "150% 0px";

/**
 * The map (specification, section 2), loaded when near, with a link until then. Headers are requested first, as a frame
 * never reports failure.
 */
export function GymMap({ settings }: { settings: Settings }) {
  const container = useRef<HTMLDivElement>(null);
  const [isReachable, setIsReachable] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const frameAddress = mapFrameAddress(settings);

  useEffect(() => {
    const whenNear = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        whenNear.disconnect();
        fetch(frameAddress, { method: "HEAD", mode: "no-cors" }).then(
          () => setIsReachable(true),
          () => {},
        );
      },
      { rootMargin: MAP_MARGIN },
    );
    if (container.current) whenNear.observe(container.current);
    return () => whenNear.disconnect();
  }, [frameAddress]);

  return (
    <div ref={container} className="relative h-[45rem] bg-iron print:hidden">
      <iframe
        title="map"
        loading="lazy"
        src={isReachable ? frameAddress : undefined}
        // The empty frame fires a load event too.
        onLoad={() => setIsLoaded(isReachable)}
        className={`block size-full border-0 ${isLoaded ? "" : "invisible"}`}
      />
      {!isLoaded && <MapPlaceholder settings={settings} />}
    </div>
  );
}

/** Blocks of streets with a main road, drawn where the map will be. */
const STREETS = [
  "linear-gradient(115deg, #0000 48.6%, #ffffff1f 48.6% 51.4%, #0000 51.4%)",
  "repeating-linear-gradient(115deg, #0000 0 116px, #ffffff0f 116px 123px)",
  "repeating-linear-gradient(25deg, #0000 0 78px, #ffffff0f 78px 85px)",
].join();

/** Shown while there is no map: a link to it. The address is at the top of the page. */
function MapPlaceholder({ settings }: { settings: Settings }) {
  const latitude = Number(settings.latitude);
  const longitude = Number(settings.longitude);
  return (
    <div
      className="absolute inset-0 flex flex-col items-center justify-center gap-7 px-gutter text-center"
      style={{ backgroundImage: STREETS }}
    >
      <PlaceIcon className="size-14 text-ember" />
      <LinkButton
        to={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      >
        Open the map
      </LinkButton>
    </div>
  );
}

function mapFrameAddress(settings: Settings): string {
  const latitude = Number(settings.latitude);
  const longitude = Number(settings.longitude);
  const box = [
    longitude - MAP_REACH.longitude,
    latitude - MAP_REACH.latitude,
    longitude + MAP_REACH.longitude,
    latitude + MAP_REACH.latitude,
  ];
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(4)).join(","),
    layer: "mapnik",
    marker: `${latitude},${longitude}`,
  });
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}

/** Where to get directions: the site that most phones in Nairobi open in an app, and the one of this page's map. */
const DIRECTIONS = [
  {
    name: "Google Maps",
    address: ({ latitude, longitude }: Settings) =>
      `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`,
  },
  {
    name: "OpenStreetMap",
    address: ({ latitude, longitude }: Settings) =>
      `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`,
  },
];

function Directions({ settings }: { settings: Settings }) {
  return (
    <ul className="-mb-2 flex flex-wrap gap-x-6">
      {DIRECTIONS.map(({ name, address }) => (
        <li key={name}>
          <a href={address(settings)} className={`${LINK} font-text text-base font-bold`}>
            Directions on {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
