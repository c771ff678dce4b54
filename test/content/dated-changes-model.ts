/** A model of an entry that two people change, immediately and from a date. It shares no code with the site. */

export type Fields = { colour: string; size: number; note: string };

export const FIELDS = ["colour", "note", "size"] as const;

/** The values and versions from which a form was rendered. */
export type ModelForm = { values: Fields; basedOn: number; revision: number | undefined };

function isSame(a: Fields, b: Fields): boolean {
  return FIELDS.every((field) => a[field] === b[field]);
}

export class DatedModel {
  /** All published values; the last are on the site unless the entry was unpublished. */
  versions: Fields[];
  isRemoved = false;
  /** The scheduled change, which blocks other changes. */
  dated: { due: number; values: Fields } | undefined;
  /** A change kept for later: all values, and the changed fields. */
  kept: { values: Fields; own: Partial<Fields> } | undefined;
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

  /** The expected content of the site at a future moment. */
  at(moment: number): Fields | undefined {
    if (this.isRemoved) return undefined;
    return this.dated === undefined || moment < this.dated.due ? this.live : this.dated.values;
  }

  /** The values in a form: of the draft, or else of the site. */
  get shown(): Fields {
    return this.draft?.values ?? this.live;
  }

  #put(values: Fields): void {
    this.versions.push(values);
    if (this.kept !== undefined && isSame(this.kept.values, values)) this.kept = undefined;
  }

  /** @param isNewest whether the form was rendered with the newest draft, or without any if there is none */
  publish(form: ModelForm, values: Fields, isNewest: boolean): string {
    if (this.draft !== undefined && !isNewest && !isSame(this.draft.values, values)) return "stale";
    if (isSame(this.live, values)) {
      this.draft = undefined;
      return "same";
    }
    if (form.basedOn !== this.version) return "stale";
    if (this.dated !== undefined) return "change-pending";
    this.#put(values);
    this.draft = undefined;
    return "published";
  }

  save(form: ModelForm, values: Fields, { isNewest, isOwnDraft }: { isNewest: boolean; isOwnDraft: boolean }): string {
    const isLive = isSame(this.live, values);
    if (this.draft === undefined) {
      if (isLive) return "same";
      if (form.basedOn !== this.version) return "stale";
      this.draft = { values, basedOn: this.version };
      return "saved";
    }
    if (isOwnDraft && isSame(this.draft.values, values) && form.basedOn === this.draft.basedOn) return "same";
    if (!isNewest) return "stale";
    this.draft = form.basedOn === this.version && isLive ? undefined : { values, basedOn: form.basedOn };
    return this.draft === undefined ? "same" : "saved";
  }

  schedule(due: number, now: number): string {
    const { draft, dated } = this;
    if (draft === undefined) return "unknown";
    if (draft.basedOn !== this.version) return "stale";
    if (dated?.due === due && isSame(dated.values, draft.values)) {
      this.draft = undefined;
      return "same";
    }
    if (due <= now) return "past";
    if (dated !== undefined || this.kept !== undefined) return "change-pending";
    this.dated = { due, values: draft.values };
    this.draft = undefined;
    return "scheduled";
  }

  /** The values of the pending change; only its own fields if the site has changed since. */
  get waiting(): Fields | undefined {
    return this.dated?.values ?? (this.kept && { ...this.live, ...this.kept.own });
  }

  postpone(due: number, now: number): string {
    if (this.waiting === undefined) return "unknown";
    if (this.dated?.due === due) return "same";
    if (due <= now) return "past";
    this.dated = { due, values: this.waiting };
    this.kept = undefined;
    return "scheduled";
  }

  /** Cancels the pending change, which becomes the draft. */
  cancel(): string {
    const values = this.waiting;
    if (values === undefined) return "same";
    if (this.draft !== undefined && !isSame(this.draft.values, values)) return "draft-differs";
    if (this.draft === undefined && !isSame(this.live, values)) this.draft = { values, basedOn: this.version };
    this.dated = undefined;
    this.kept = undefined;
    return "cancelled";
  }

  keep(): void {
    if (this.dated === undefined) return;
    const { values } = this.dated;
    const own = FIELDS.filter((field) => values[field] !== this.live[field]).map((field) => [field, values[field]]);
    this.kept = { values, own: Object.fromEntries(own) };
    this.dated = undefined;
  }

  undo(): string {
    const before = this.versions.at(-2);
    if (before === undefined) return "nothing-to-undo";
    if (this.dated !== undefined) return "change-pending";
    this.#put(before);
    return "published";
  }

  remove(): void {
    this.keep();
    this.isRemoved = true;
  }

  runDue(now: number): void {
    if (this.dated === undefined || this.dated.due > now) return;
    const { values } = this.dated;
    if (!isSame(this.live, values)) {
      this.versions.push(values);
      if (this.draft !== undefined && isSame(this.draft.values, values)) this.draft = undefined;
    }
    this.dated = undefined;
  }
}
