import { fileURLToPath } from 'node:url'
import { type ProgramResult, runPackage } from './run-node.ts'

/** The supported revisions of the protocol: the last with a handshake, and the first without one. */
export const REVISIONS = ['2025-11-25', '2026-07-28']

/**
 * Runs the official suite against an endpoint that needs no key. It exits with 1 when a check fails that the baseline
 * does not list, or when a listed one passes. Its reports go into `folder`.
 */
export function runConformance(
  url: string,
  revision: string,
  baselines: string,
  folder: string,
): Promise<ProgramResult> {
  const baseline = new URL(`../conformance/${baselines}-${revision}.yml`, import.meta.url)
  const target = ['server', '--url', url, '--requirements', revision]
  const expected = ['--expected-failures', fileURLToPath(baseline), '-o', folder]
  return runPackage('@modelcontextprotocol/conformance/dist/index.js', [...target, ...expected], folder)
}
