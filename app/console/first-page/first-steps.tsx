import { Form, Link } from "react-router";
import { TitledSection } from "../titled-section.tsx";
import { WaitingBoard, WaitingRow } from "../waiting-board.tsx";
import type { FirstStep } from "./first-steps.server.ts";

export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <TitledSection
      title="First steps"
      ways={<p className="quiet">{`${done} of ${steps.length} done`}</p>}
      className="lg:col-span-full"
    >
      <WaitingBoard as="ol">
        {steps.map(({ title, text, to, isDone }) => (
          <WaitingRow
            key={to}
            mark={isDone ? "on" : "waiting"}
            state={isDone ? "Done" : "To do"}
            ways={
              <Link className="link" to={to}>
                {isDone ? "View" : "Open"}
                <span className="sr-only">{`: ${title}`}</span>
              </Link>
            }
          >
            <b>{title}.</b> {text}
          </WaitingRow>
        ))}
      </WaitingBoard>
      <Form method="post">
        <button type="submit" name="do" value="put-steps-away" className="link">
          Hide this list
        </button>
      </Form>
    </TitledSection>
  );
}
