/** A value that the program that recorded it has blanked out. */
export const isRedacted = (value: string): boolean =>
  /redact|removed|masked|hidden|filtered|scrubbed|sensitive|\*{2}|•|…|<[A-Z_ ]+>|\{\{|^x{3,}$|x{8}/i.test(value);
