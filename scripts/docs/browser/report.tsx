import { useLayoutEffect, useState } from 'preact/hooks';
import type { IslandProps } from './mount.js';
import { keepReport, reportIn } from './report-kept.js';
import { assertSize, type HeldReport, readReport, ReportProblem } from './report-read.js';
import { ReportView } from './report-view.js';

type State = { readonly kind: 'idle' | 'reading' | 'shown-here' } | { readonly kind: 'refused'; readonly why: string };

/** Reads a report that is chosen, or dropped anywhere on the page. It stays in this tab. */
export function Report({ id }: IslandProps) {
  const [report, setReport] = useState<HeldReport>();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [over, setOver] = useState(false);
  useLayoutEffect(() => reportIn(setReport), []);
  useLayoutEffect(() => onDroppedFile(show, setOver), []);

  async function show(file: File): Promise<void> {
    setState({ kind: 'reading' });
    try {
      assertSize(file.size);
      const text = await file.text();
      // Reading megabytes takes a moment: the page says so before it begins.
      await new Promise((resolve) => setTimeout(resolve, 50));
      setState({ kind: keepReport(readReport(text)) ? 'idle' : 'shown-here' });
    } catch (error) {
      const why =
        error instanceof ReportProblem ? error.message : `The file cannot be read: ${(error as Error).message}`;
      setState({ kind: 'refused', why });
    }
  }

  return (
    <>
      <label class={over ? 'drop over' : 'drop'} for={`${id}-file`}>
        Drop a report here, or choose its file
        <input
          type="file"
          id={`${id}-file`}
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void show(file);
            // The same file again, after another run, is a change too.
            currentTarget.value = '';
          }}
        />
      </label>
      <p role="status">{toldOf(state, report)}</p>
      <p role="alert">{state.kind === 'refused' && state.why}</p>
      {report && (
        <>
          <button
            type="button"
            onClick={() => {
              keepReport(undefined);
              setState({ kind: 'idle' });
            }}
          >
            Forget this report
          </button>
          <ReportView report={report} />
        </>
      )}
    </>
  );
}

function toldOf({ kind }: State, report: HeldReport | undefined): string {
  if (kind === 'reading') return 'Reading the report.';
  if (kind === 'refused' || report === undefined) return '';
  return kind === 'idle'
    ? 'The verdicts of this report stand on the page of each operation, in this tab.'
    : 'This browser lets the page keep nothing: the verdicts are shown on this page alone.';
}

/** Beside the zone too, a file that is dropped would take the place of the page. */
function onDroppedFile(show: (file: File) => void, setOver: (over: boolean) => void): () => void {
  const onDrag = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    const [file] = event.dataTransfer.files;
    if (event.type === 'drop' && file !== undefined) show(file);
  };
  const types = ['dragover', 'dragleave', 'drop'] as const;
  for (const type of types) document.addEventListener(type, onDrag);
  return () => {
    for (const type of types) document.removeEventListener(type, onDrag);
  };
}
