import type { ReactNode } from "react";
import { FieldFrame } from "./fields.tsx";
import { Board, Tabs } from "./kit/list-page.tsx";
import { Notice, PageHead, TitledSection, WaitingBoard, WaitingRow } from "./page-parts.tsx";

/** The console's components as they look on pages, for developers. The route exists in development only. */
export default function Design() {
  return (
    <>
      <PageHead
        title="Design"
        meta="The parts of every page. A page says which it has, and sets no margins."
        actions={
          <>
            <a className="link" href="#states">
              A way on
            </a>
            <button type="button" className="button red">
              The main thing
            </button>
          </>
        }
      />
      <Notice action={<SampleLink>Undo</SampleLink>}>What was done, and one way on.</Notice>
      <Notice isBad>What is wrong.</Notice>
      <div className="two">
        <div className="parts">
          <Gaps />
          <Buttons />
          <Signs />
          <States />
          <Lists />
          <Cancelled />
          <Fields />
        </div>
        <Side />
      </div>
    </>
  );
}

const GAPS = [
  { name: "line", size: "4 px", use: "lines of one thing" },
  { name: "row", size: "12 px", use: "a heading and what it holds, rows, buttons" },
  { name: "field", size: "24 px", use: "fields of a form, blocks of a page" },
  { name: "part", size: "40 px", use: "parts of a page, columns" },
];

function Gaps() {
  return (
    <TitledSection title="Gaps">
      <p>What holds blocks spaces them. There are four gaps, as utilities such as gap-row.</p>
      <dl className="facts">
        {GAPS.map(({ name, size, use }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {size}: {use}
            </dd>
          </div>
        ))}
      </dl>
    </TitledSection>
  );
}

function Buttons() {
  return (
    <TitledSection title="Buttons">
      <p>One red button a page goes on. What destroys is outlined in red, and comes last.</p>
      <p className="actions">
        <button type="button" className="button red">
          Save
        </button>
        <button type="button" className="button">
          Show what it does
        </button>
        <button type="button" className="button danger">
          Erase for good
        </button>
        <a className="link" href="#states">
          Cancel
        </a>
      </p>
    </TitledSection>
  );
}

function Signs() {
  return (
    <TitledSection title="Signs" ways={<SampleLink>Ways on stand at the end of a heading</SampleLink>}>
      <p>
        A link has <a href="#states">a line</a>. A name in a list that opens its page has an arrowhead. What unfolds has
        one that turns.
      </p>
      <details>
        <summary className="link">More of it</summary>
        <p className="help">What was folded.</p>
      </details>
    </TitledSection>
  );
}

function SampleLink({ children }: { children: ReactNode }) {
  return (
    <a className="link" href="#states">
      {children}
    </a>
  );
}

const STATES = {
  on: "Running, on the site, done",
  waiting: "Somebody has yet to do something",
  due: "It changes by itself on a day",
  frozen: "A frozen pass",
  off: "Ended, never begun",
  alert: "It fails, or somebody loses by it",
};

function States() {
  return (
    <TitledSection title="States" id="states">
      <p>A square and words, in a column of its own that is aligned at the left.</p>
      <WaitingBoard>
        {Object.entries(STATES).map(([mark, meaning]) => (
          <WaitingRow key={mark} mark={mark} state={mark} ways={<SampleLink>Open</SampleLink>}>
            {meaning}
          </WaitingRow>
        ))}
      </WaitingBoard>
    </TitledSection>
  );
}

function Lists() {
  const row = { to: "/staff", about: "A line about it" };
  return (
    <TitledSection title="Lists" count={2}>
      <Tabs
        label="Views"
        tabs={[
          { to: "/staff", label: "All", count: 2, isCurrent: true },
          { to: "/staff/more", label: "More" },
        ]}
      />
      <Board
        heading="h3"
        rows={[
          { ...row, title: "Amina Yusuf", state: { mark: "on", words: "Running" } },
          { ...row, to: "/staff/more", title: "Brian Otieno", state: { mark: "due", words: "Ends in 3 days" } },
        ]}
      />
    </TitledSection>
  );
}

function Cancelled() {
  return (
    <TitledSection title="A cancelled class">
      <ul className="board">
        <li className="row gone">
          <p className="name">Boxing</p>
          <p className="state alert">Cancelled</p>
        </li>
      </ul>
    </TitledSection>
  );
}

function Fields() {
  return (
    <TitledSection title="Fields">
      <div className="form">
        <FieldFrame id="plain" label="Name" help="What helps to fill it in." problem={undefined}>
          {(wiring) => <input {...wiring} name="plain" />}
        </FieldFrame>
        <FieldFrame id="wrong" label="Email" problem="This isn’t an email address.">
          {(wiring) => <input {...wiring} name="wrong" defaultValue="amina" />}
        </FieldFrame>
      </div>
    </TitledSection>
  );
}

function Side() {
  return (
    <aside className="side" aria-label="At the side">
      <TitledSection title="At the side">
        <p>The rule is thin and the heading small.</p>
        <dl className="facts">
          <div>
            <dt>Door</dt>
            <dd>279 000</dd>
          </div>
        </dl>
      </TitledSection>
    </aside>
  );
}
