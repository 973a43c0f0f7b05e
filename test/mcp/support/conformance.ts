import { fileURLToPath } from 'node:url'
import { type Ran, runPackage } from './run-node.ts'

/** The revisions of the protocol that are spoken: the last one with a handshake, and the first without. */
export const REVISIONS = ['2025-11-25', '2026-07-28']

/**
 * Runs the official suite against an endpoint that asks for no key. A failure that the baseline does not list ends it
 * with 1, and so does a listed one that passes. Its notes go into `folder`.
 */
export function runConformance(
  url: string,
  revision: string,
  baselines: string,
  folder: string,
): Promise<Ran> {
  const baseline = new URL(`../conformance/${baselines}-${revision}.yml`, import.meta.url)
  const target = ['server', '--url', url, '--requirements', revision]
  const expected = ['--expected-failures', fileURLToPath(baseline), '-o', folder]
  return runPackage('@modelcontextprotocol/conformance/dist/index.js', [...target, ...expected], folder)
}
