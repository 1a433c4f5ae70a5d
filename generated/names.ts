// Generated from openapi/ by `npm run generate`. Never edit; change the description.

/** Names of the three signing headers, by security scheme. */
export const signingHeaders = { apiKey: 'X-CH-APIKEY', signature: 'X-CH-SIGN', timestamp: 'X-CH-TS' } as const;

