import { useState } from 'preact/hooks';

/** Copies a text as it is. Where the browser lets no page copy, it says so: the text can be selected. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('This browser does not let the page copy. Select the text.');
    }
  }

  return (
    <span class="copy">
      <button type="button" aria-label={`Copy ${what}`} onClick={copy}>
        Copy
      </button>{' '}
      <span role="status">{said}</span>
    </span>
  );
}
