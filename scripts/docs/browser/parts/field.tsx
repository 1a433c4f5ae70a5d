import type { ComponentChildren, JSX } from 'preact';

interface Labelled {
  readonly id: string;
  readonly label: string;
  /** Said under the field, and by screen readers with it. */
  readonly hint?: string | undefined;
  /** A doubt about the value, which may be right. */
  readonly note?: string | undefined;
  /** A fault of the value; said like the hint. */
  readonly problem?: string | undefined;
}

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
  readonly autocomplete: 'off';
  readonly autocapitalize: 'off';
  /** Some browsers check spelling on a server; a secret is not for them. */
  readonly spellcheck: false;
}

export function Field({
  children,
  ...labelled
}: Labelled & { readonly children: (control: ControlProps) => ComponentChildren }) {
  const { id, label, hint, note, problem } = labelled;
  const remarks = [
    { id: `${id}-hint`, class: 'hint', text: hint },
    { id: `${id}-note`, class: 'hint note', text: note, role: 'status' as const },
    { id: `${id}-problem`, class: 'hint bad', text: problem },
  ].filter(({ text }) => text);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(remarks.length > 0 && { 'aria-describedby': remarks.map((remark) => remark.id).join(' ') }),
        ...(problem && { 'aria-invalid': 'true' }),
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: false,
      })}
      {remarks.map(({ text, ...attributes }) => (
        <p key={attributes.id} {...attributes}>
          {text}
        </p>
      ))}
    </div>
  );
}

interface TextProps extends Labelled {
  readonly value: string;
  readonly onText: (text: string) => void;
}

export function TextField({ value, onText, type = 'text', ...labelled }: TextProps & { readonly type?: string }) {
  return (
    <Field {...labelled}>
      {(control) => <input {...control} type={type} value={value} onInput={(event) => onText(textOf(event))} />}
    </Field>
  );
}

export function TextArea({ value, onText, rows, ...labelled }: TextProps & { readonly rows: number }) {
  return (
    <Field {...labelled}>
      {(control) => <textarea {...control} rows={rows} value={value} onInput={(event) => onText(textOf(event))} />}
    </Field>
  );
}

interface SelectProps extends TextProps {
  readonly options: readonly (string | readonly [value: string, words: string])[];
}

export function Select({ value, onText, options, ...labelled }: SelectProps) {
  return (
    <Field {...labelled}>
      {({ id, 'aria-describedby': said }) => (
        <select id={id} aria-describedby={said} value={value} onChange={(event) => onText(textOf(event))}>
          {options.map((option) => {
            const [name, words] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={name} value={name}>
                {words}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

interface ButtonProps extends JSX.AriaAttributes {
  readonly label: string;
  readonly onPress: () => void;
}

export const Button = ({ label, onPress, ...aria }: ButtonProps) => (
  <button type="button" {...aria} onClick={onPress}>
    {label}
  </button>
);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const textOf = ({ currentTarget }: JSX.TargetedEvent<Control>): string => currentTarget.value;
