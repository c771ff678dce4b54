import { Form } from "react-router";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LINK } from "../../ui/link-styles.ts";
import { Card, CardButton } from "./card.tsx";

/** The address of the visitor's own calendar. `address` begins with https, `subscription` opens the calendar of a device. */
export function CalendarFeedCard({ feed }: { feed: { address: string; subscription: string } | undefined }) {
  return (
    <Card id="calendar" title="Your calendar">
      <p>
        One address with all your bookings, for any calendar program. Keep it to yourself: who has it can read them. It
        ends with a new password, and when you sign out everywhere.
      </p>
      {feed === undefined ? (
        <Form method="post" preventScrollReset className="mt-4">
          <CardButton value="new-address">Make my address</CardButton>
        </Form>
      ) : (
        <>
          <p>
            <a href={feed.subscription} className={LINK}>
              Follow in my calendar
            </a>
          </p>
          <p className="mb-4 border-2 border-white/45 bg-black px-4 py-3.5 text-[15px] leading-snug wrap-anywhere text-white select-all">
            {feed.address}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Form method="post" preventScrollReset className="flex flex-wrap gap-2.5">
              <CardButton value="new-address">New address</CardButton>{" "}
              <CardButton value="feed-off">Switch off</CardButton>
            </Form>
            <CopyButton text={feed.address}>Copy</CopyButton>
          </div>
        </>
      )}
      <p className="mt-4 text-[15px]">Calendars refresh slowly, some only once a day. News comes by mail.</p>
    </Card>
  );
}
