import { type FormField, fieldId } from "../../console/form-field.ts";
import { Textarea } from "../../ui/textarea.tsx";

/**
 * A picture: which one, what is seen on it, and the point that cropping must preserve. Another picture and the exact
 * point are chosen on pages of their own; their buttons save the draft first, so that nothing typed is lost.
 */
export function PhotoField({ field }: { field: FormField }) {
  const { name, label, texts, problem, help, thumbnail, pictureNote } = field;
  const id = fieldId(name);
  const x = texts.x ?? "50";
  const y = texts.y ?? "50";
  const alt = texts.alt ?? "";
  return (
    <fieldset className={problem ? "field wrong" : "field"}>
      <legend className="legend mb-1.5">{label}</legend>
      {help && <p className="help">{help}</p>}
      {problem && <p className="error">{problem}</p>}
      {!problem && pictureNote && <p className="error">{pictureNote}</p>}
      <input type="hidden" name={`${name}.file`} value={texts.file ?? ""} />
      <input type="hidden" name={`${name}.x`} value={x} />
      <input type="hidden" name={`${name}.y`} value={y} />
      <div className="picture-field">
        {thumbnail ? (
          <div className="shot">
            <img src={thumbnail} alt="" style={{ objectPosition: `${x}% ${y}%` }} />
          </div>
        ) : (
          <p className="no-picture">{texts.file ? "Not shown any more" : "No picture yet"}</p>
        )}
        <div className="form">
          <div className="field">
            <div className="line">
              <label htmlFor={id}>In words</label>
              <span className="limit">{`${alt.length} of 200`}</span>
            </div>
            <Textarea
              id={id}
              name={`${name}.alt`}
              rows={3}
              defaultValue={alt}
              aria-invalid={problem ? true : undefined}
            />
          </div>
          <p className="actions">
            {thumbnail && (
              <button type="submit" name="do" value={`focus:${name}`} formNoValidate className="button low">
                Move the focus
              </button>
            )}
            <button type="submit" name="do" value={`picture:${name}`} formNoValidate className="button low">
              {thumbnail ? "Another picture" : texts.file ? "Choose another picture" : "Choose a picture"}
            </button>
          </p>
        </div>
      </div>
    </fieldset>
  );
}
