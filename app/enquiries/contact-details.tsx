import type { ReactNode } from "react";
import { useScripted } from "../forms/scripted.ts";
import { LinkButton } from "../ui/button.tsx";
import { Eyebrow } from "../ui/section.tsx";

/** The settings the contact page shows. */
export type ContactSettings = {
  name: string;
  street: string;
  city: string;
  phone: string;
  email: string;
  contactHours: readonly string[];
  latitude: string;
  longitude: string;
};

const LINK = "inline-block min-h-11 py-1.5 underline decoration-2 underline-offset-6 hover:text-blood wrap-anywhere";

/** Address, opening hours, information and social links (specification, section 2, "Contact Us"). */
export function ContactDetails({ settings, social }: { settings: ContactSettings; social: ReactNode }) {
  return (
    <>
      <Eyebrow>Come by</Eyebrow>
      <h2 className="mt-5 mb-10 title-section">Find us in Nairobi</h2>
      <Row title="Address">
        <address className="not-italic">
          {settings.street}
          <br />
          {settings.city}
        </address>
        <a href={directionsTo(settings)} className={`${LINK} font-text text-base font-bold`}>
          Directions
        </a>
      </Row>
      <Row title="Opening Hours">
        <ul>
          {settings.contactHours.map((line, index) => (
            // The owner's copy has the same line twice, so the line alone is no key.
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered on the page
            <li key={index}>{line}</li>
          ))}
        </ul>
      </Row>
      <Row title="Information">
        <a href={`tel:${settings.phone.replaceAll(" ", "")}`} className={LINK}>
          {settings.phone}
        </a>
        <br />
        <a href={`mailto:${settings.email}`} className={LINK}>
          {settings.email}
        </a>
      </Row>
      <Row title="Follow us">{social}</Row>
    </>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-ink/15 py-7 sm:grid-cols-[150px_1fr]">
      <h3 className="pt-2 font-text text-[15px] leading-normal font-bold tracking-normal normal-case text-graphite">
        {title}
      </h3>
      <div className="font-display text-[clamp(25px,2.2vw,32px)] leading-[1.2] font-black">{children}</div>
    </section>
  );
}

/** Half the width and the height of the map, in degrees: some two kilometres around the gym. */
const MAP_REACH = { longitude: 0.012, latitude: 0.006 };

/**
 * The map (specification, section 2: full width, lazily loaded, titled "map", 45rem high), with a plain link beside.
 *
 * The frame has its place from the start and its address once the page's script runs, which is after the visitor's
 * first act. A browser fetches a lazy frame long before it is seen, and the map's own script and pictures are more than
 * all of this page. Without script the map can't be drawn, so a link stands where it would be.
 */
export function GymMap({ settings }: { settings: ContactSettings }) {
  const scripted = useScripted();
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
  return (
    <div className="bg-ink">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 px-gutter py-6">
        <p className="font-bold">
          {settings.name}, {settings.street}, {settings.city}
        </p>
        <a
          href={directionsTo(settings)}
          className="inline-block py-2.5 font-bold text-ember underline underline-offset-4 hover:text-white"
        >
          Directions on OpenStreetMap
        </a>
      </div>
      <div className="relative h-[45rem] bg-iron">
        <iframe
          title="map"
          loading="lazy"
          src={scripted ? `https://www.openstreetmap.org/export/embed.html?${query}` : undefined}
          className="block size-full border-0"
        />
        <noscript>
          <div className="absolute inset-0 flex items-center justify-center px-gutter">
            <LinkButton
              to={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
            >
              Open the map
            </LinkButton>
          </div>
        </noscript>
      </div>
    </div>
  );
}

/** A page that asks where from, and shows the way to the gym. */
function directionsTo({ latitude, longitude }: ContactSettings): string {
  return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;
}
