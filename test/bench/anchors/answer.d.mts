export const answer: Record<string, unknown>
