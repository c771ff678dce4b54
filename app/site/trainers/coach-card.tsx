import { Fragment } from "react";
import { href, Link } from "react-router";
import type { Trainer } from "../../content-types/trainer.ts";
import { Picture } from "../../ui/picture.tsx";
import { TrainerLinks } from "./trainer-links.tsx";

/**
 * The trainer of a class, on its page.
 * @param alsoTeaches the trainer's other classes
 */
export function CoachCard({
  trainer,
  alsoTeaches,
}: {
  trainer: Trainer;
  alsoTeaches: readonly { slug: string; title: string }[];
}) {
  const { name, job, photo } = trainer;
  return (
    <article className="relative isolate max-w-[440px] self-start overflow-hidden bg-ink text-white [--focus:var(--color-white)]">
      <div className="aspect-4/5 overflow-hidden">
        <Picture
          photo={photo}
          sizes="(width >= 64rem) 27vw, (width >= 30rem) 440px, 90vw"
          className="mask-[linear-gradient(#000_60%,transparent)] brightness-125 contrast-110 grayscale"
        />
      </div>
      <div className="relative -mt-34 bg-[linear-gradient(0deg,#0b0b0c_50%,#0b0b0cd9_72%,#0b0b0c00)] px-6.5 pt-18 pb-5">
        <h2 className="text-[40px]">{name}</h2>
        <p className="mt-1.5 font-bold">{job}</p>
        {alsoTeaches.length > 0 && (
          <p className="mt-4 text-[16px] text-ash">
            Also teaches{" "}
            {alsoTeaches.map(({ slug, title }, index) => (
              <Fragment key={slug}>
                {index > 0 && (index === alsoTeaches.length - 1 ? " and " : ", ")}
                <Link
                  to={href("/classes/:slug", { slug })}
                  className="font-bold text-white underline underline-offset-4"
                >
                  {title}
                </Link>
              </Fragment>
            ))}
            .
          </p>
        )}
        <TrainerLinks trainer={trainer} />
      </div>
    </article>
  );
}
