import type { Job } from './records.ts'

/** Where a call or job came from, in words. */
export const SOURCES: Record<Job['source'], string> = {
  api: 'over the API',
  app: 'in the app',
  mcp: 'by an AI tool',
  cli: 'on the command line',
  cron: 'by a cron',
  workflow: 'by a workflow',
}
