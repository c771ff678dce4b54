/** A model of one entry that two people change, now and from a day on. It knows nothing of the site's code. */

export type Fields = { colour: string; size: number; note: string };

/** In the order of the alphabet, in which questions name them here. */
export const FIELDS = ["colour", "note", "size"] as const;

export type Field = (typeof FIELDS)[number];

export type Choice = "keep" | "replace";

/** The values and the versions that a form was made from. */
export type ModelForm = { values: Fields; basedOn: number; revision: number | undefined };

/** The fields in which two contents differ. */
export function differing(one: Fields, other: Fields): Field[] {
  return FIELDS.filter((field) => one[field] !== other[field]);
}

export class DatedModel {
  /** All that was ever on the site; the last one is on it. */
  versions: Fields[];
  /** The fields that change on a day, and no others. */
  dated: { due: number; own: Partial<Fields> } | undefined;
  draft: { values: Fields; basedOn: number } | undefined;

  constructor(first: Fields) {
    this.versions = [first];
  }

  get version(): number {
    return this.versions.length;
  }

  get live(): Fields {
    return this.versions.at(-1) as Fields;
  }

  /** The content of the site at a moment to come, as far as it is known now. */
  at(moment: number): Fields {
    const { dated } = this;
    return dated === undefined || moment < dated.due ? this.live : { ...this.live, ...dated.own };
  }

  /** The values that a form shows: those of the draft that waits for its author, else those on the site. */
  get shown(): Fields {
    return this.draft?.values ?? this.live;
  }

  /** @param isNewest the form knows the newest draft, or that there is none */
  publish(form: ModelForm, values: Fields, isNewest: boolean, choice: Choice | undefined): string {
    const isDraft = this.draft !== undefined && differing(this.draft.values, values).length === 0;
    if (this.draft !== undefined && !isNewest && !isDraft) return "stale";
    const changed = differing(this.live, values);
    if (changed.length === 0) {
      this.draft = undefined;
      return "same";
    }
    if (form.basedOn !== this.version) return "stale";
    const { own = {} } = this.dated ?? {};
    const asked = changed.filter((field) => Object.hasOwn(own, field) && own[field] !== values[field]);
    if (asked.length > 0 && choice === undefined) return `scheduled-differs ${asked.join()}`;
    if (choice === "replace") for (const field of asked) delete own[field];
    this.versions.push(values);
    this.draft = undefined;
    return "published";
  }

  save(form: ModelForm, values: Fields, { isNewest, isOwnDraft }: { isNewest: boolean; isOwnDraft: boolean }): string {
    const isLive = differing(this.live, values).length === 0;
    if (this.draft === undefined) {
      if (isLive) return "same";
      if (form.basedOn !== this.version) return "stale";
      this.draft = { values, basedOn: this.version };
      return "saved";
    }
    const isSame = isOwnDraft && differing(this.draft.values, values).length === 0;
    if (isSame && form.basedOn === this.draft.basedOn) return "same";
    if (!isNewest) return "stale";
    this.draft = form.basedOn === this.version && isLive ? undefined : { values, basedOn: form.basedOn };
    return this.draft === undefined ? "same" : "saved";
  }

  schedule(due: number, now: number, choice: Choice | undefined): string {
    const { draft, dated, live } = this;
    if (draft === undefined) return "unknown";
    if (draft.basedOn !== this.version) return "stale";
    const { own = {} } = dated ?? {};
    const changed = differing(live, draft.values);
    const missing = FIELDS.filter((field) => Object.hasOwn(own, field) && own[field] !== draft.values[field]);
    const asked = dated?.due === due ? missing.filter((field) => changed.includes(field)) : missing;
    const ask = asked.length > 0 && choice === undefined;
    const kept = FIELDS.filter(
      (field) => Object.hasOwn(own, field) && !changed.includes(field) && choice !== "replace",
    );
    const all: Partial<Fields> = {};
    for (const field of kept) Object.assign(all, { [field]: own[field] });
    for (const field of changed) Object.assign(all, { [field]: draft.values[field] });
    const isAlready = !ask && dated?.due === due && differing({ ...live, ...own }, { ...live, ...all }).length === 0;
    if (!isAlready && due <= now) return "past";
    if (ask) return `scheduled-differs ${asked.join()}`;
    this.draft = undefined;
    if (isAlready) return "same";
    this.dated = { due, own: all };
    return "scheduled";
  }

  postpone(due: number, now: number): string {
    if (this.dated === undefined) return "unknown";
    if (this.dated.due === due) return "same";
    if (due <= now) return "past";
    this.dated.due = due;
    return "scheduled";
  }

  cancel(): string {
    if (this.dated === undefined) return "same";
    const { live, draft } = this;
    const then = { ...live, ...this.dated.own };
    if (draft === undefined) {
      if (differing(live, then).length > 0) this.draft = { values: then, basedOn: this.version };
    } else {
      const missing = differing(live, then).filter((field) => then[field] !== draft.values[field]);
      const asked = missing.filter((field) => draft.values[field] !== live[field]);
      if (asked.length > 0) return `draft-differs ${asked.join()}`;
      draft.values = { ...draft.values };
      for (const field of missing) Object.assign(draft.values, { [field]: then[field] });
    }
    this.dated = undefined;
    return "cancelled";
  }

  undo(): string {
    const before = this.versions.at(-2);
    if (before === undefined) return "nothing-to-undo";
    this.versions.push(before);
    return "published";
  }

  /** The day has come. */
  runDue(now: number): void {
    if (this.dated === undefined || this.dated.due > now) return;
    const then = { ...this.live, ...this.dated.own };
    if (differing(this.live, then).length > 0) {
      this.versions.push(then);
      if (this.draft !== undefined && differing(this.draft.values, then).length === 0) this.draft = undefined;
    }
    this.dated = undefined;
  }
}
