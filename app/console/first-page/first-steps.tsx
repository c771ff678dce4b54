import { Form, Link } from "react-router";
import type { FirstStep } from "./first-steps.server.ts";

export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="wide" aria-labelledby="first-steps">
      <div className="part">
        <h2 id="first-steps">First steps</h2>
        <p className="quiet">{`${done} of ${steps.length} done`}</p>
      </div>
      <ol className="board waiting-items">
        {steps.map(({ title, text, to, isDone }) => (
          <li key={to}>
            <span className={isDone ? "state on" : "state waiting"}>{isDone ? "Done" : "To do"}</span>
            <p>
              <b>{title}.</b> {text}
            </p>
            <Link className="link" to={to}>
              {isDone ? "View" : "Open"}
              <span className="sr-only">{`: ${title}`}</span>
            </Link>
          </li>
        ))}
      </ol>
      <Form method="post" className="mt-2">
        <button type="submit" name="do" value="put-steps-away" className="link">
          Hide this list
        </button>
      </Form>
    </section>
  );
}
