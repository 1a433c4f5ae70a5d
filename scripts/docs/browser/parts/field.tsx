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
  const said = [hint && `${id}-hint`, note && `${id}-note`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(said && { 'aria-describedby': said }),
        ...(problem && { 'aria-invalid': 'true' }),
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: false,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {note && (
        <p class="hint note" id={`${id}-note`} role="status">
          {note}
        </p>
      )}
      {problem && (
        <p class="hint bad" id={`${id}-problem`}>
          {problem}
        </p>
      )}
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

export function Select({ value, onText, children, ...labelled }: TextProps & { readonly children: ComponentChildren }) {
  return (
    <Field {...labelled}>
      {({ id, 'aria-describedby': said }) => (
        <select id={id} aria-describedby={said} value={value} onChange={(event) => onText(textOf(event))}>
          {children}
        </select>
      )}
    </Field>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const textOf = ({ currentTarget }: JSX.TargetedEvent<Control>): string => currentTarget.value;
