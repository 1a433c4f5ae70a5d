import { AnsiUp } from 'ansi_up';

const STYLE = `
  body { margin: 0; }
  pre {
    width: max-content; margin: 0; padding: 16px 20px; color: #e6edf3; background: #0d1117;
    font: 13px/18px 'DejaVu Sans Mono', monospace;
  }`;

/** First lines of a command's output, and its last words, as in a terminal. */
export function terminalPage(command: string, printed: string, first: number, last: RegExp): string {
  const lines = printed.trim().split('\n');
  const end = lines.filter((line) => last.test(line));
  const shown = [`$ ${command}`, '', ...lines.slice(0, first), '    ⋮', '', ...end];
  return `<!DOCTYPE html><style>${STYLE}</style><pre>${new AnsiUp().ansi_to_html(shown.join('\n'))}</pre>`;
}
