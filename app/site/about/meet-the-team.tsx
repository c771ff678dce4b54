import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Section, SectionHeading, SectionParagraphs, type SectionText } from "../../ui/section.tsx";

/** The end of the About page: decorative pictures, and links to the trainers and the timetable. */
export function MeetTheTeam({ text, pictures }: { text: SectionText; pictures: readonly PhotoView[] }) {
  return (
    <Section background="coal" labelledBy="meet-the-team">
      <div className="grid items-center gap-x-[clamp(40px,6vw,100px)] gap-y-12 lg:grid-cols-[1fr_1.25fr]">
        <div>
          <SectionHeading id="meet-the-team" eyebrow={text.eyebrow}>
            {text.title}
          </SectionHeading>
          <SectionParagraphs texts={text.paragraphs} className="mt-6 max-w-[46ch] text-ash" />
          <div className="mt-9 flex flex-wrap gap-3">
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
