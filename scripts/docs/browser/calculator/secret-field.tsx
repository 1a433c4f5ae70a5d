import { useState } from 'preact/hooks';
import { TextField } from '../parts/field.js';

interface Props {
  readonly id: string;
  readonly secret: string;
  readonly onText: (secret: string) => void;
}

/** The secret, hidden until it is asked for. */
export function SecretField({ id, secret, onText }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        id={id}
        label="Secret"
        type={isShown ? 'text' : 'password'}
        value={secret}
        onText={onText}
        hint="Stays in this page, and is gone when you leave it."
      />
      <button type="button" aria-pressed={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
        Show secret
      </button>
    </>
  );
}
