import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { countInWordsCapitalised } from "../ui/count-in-words.ts";
import { Picture, type ShownPhoto } from "../ui/picture.tsx";
import { Section } from "../ui/section.tsx";

/** The end of the About page: decorative pictures, and links to the trainers and the timetable. */
export function MeetTheTeam({ trainerCount, pictures }: { trainerCount: number; pictures: readonly ShownPhoto[] }) {
  return (
    <Section background="coal" labelledBy="meet-the-team">
      <div className="grid items-center gap-x-[clamp(40px,6vw,100px)] gap-y-12 lg:grid-cols-[1fr_1.25fr]">
        <div>
          <h2 id="meet-the-team" className="title-section">
            Meet the people behind it
          </h2>
          <p className="mt-6 mb-9 max-w-[46ch] text-ash">
            {countInWordsCapitalised(trainerCount)} {trainerCount === 1 ? "coach" : "coaches"}, one floor. See who they
            are, or pick an hour from the week and meet them there.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={{ pathname: href("/"), hash: "team" }}>Our trainers</LinkButton>{" "}
            <LinkButton to={href("/schedule")} tone="ghost">
              This week
            </LinkButton>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-3 md:gap-4">
          {pictures.map((photo, index) => (
            <Picture
              key={photo.file}
              photo={photo}
              sizes="(width >= 64rem) 25vw, (width >= 40rem) 45vw, 56vw"
              aspect="4/5"
              decorative
              className={index % 2 === 1 ? "mt-10 -mb-10" : ""}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}
