// Generated from openapi/ by `npm run generate`. Never edit; change the description.
/** HTTP statuses other than 200, and the meaning that was observed. */
export const httpStatuses: Readonly<Record<string, string | undefined>> = {
  '410': 'Rate limit exceeded. Documented beside 429.',
  '418': 'IP banned for 2 minutes to 3 days after ignoring 429.',
  '429': 'Rate limit exceeded.',
  '504': 'Sent but unanswered: the outcome is unknown, not failed. Look before sending it again.',
};
