import type { Engine } from '../engine.ts'

/** Which rules of chains (`any`) found values with the newest version, in the last 90 days. */
export interface ParserChoices {
  /** How often each rule of a chain found the value, by field; rules after the last one that ever found it are absent. */
  rule_hits_by_field: Record<string, number[]>
  /** Chains whose first rule seems to no longer find anything. */
  warnings: { field: string; runs: number; warning: string }[]
}

/** How many values each field held. `hits`: how often each rule of its chain found them. */
export type Fills = Record<string, { filled: number; total: number; hits?: number[] }>

/** Runs that the first rule may miss before there is a warning. */
const MISSED_RUNS = 20

/** Counts which rule of a chain found a field's value. */
export function createParserChoices(engine: Engine) {
  const add = engine.prepare(`
    INSERT INTO parser_choices (parser_id, version, day, field, rule, hits, runs)
    SELECT parsers.id, parsers.version, @day, fill.key, hit.key, hit.value, 1
    FROM parsers, json_each(@fills) AS fill, json_each(fill.value, '$.hits') AS hit WHERE parsers.id = CAST(@parserId AS TEXT)
    ON CONFLICT DO UPDATE SET hits = hits + excluded.hits, runs = runs + 1
  `)
  const counted = engine.prepare<{ field: string; hits: number }>(`
    SELECT field, sum(hits) AS hits FROM parser_choices JOIN parsers ON parsers.id = parser_id
    WHERE parser_id = ? AND parser_choices.version = parsers.version GROUP BY field, rule ORDER BY field, rule
  `)
  const missed = engine.prepare<{ field: string; runs: number }>(`
    WITH first AS (
      SELECT field, day, hits, runs FROM parser_choices JOIN parsers ON parsers.id = parser_id
      WHERE parser_id = ? AND parser_choices.version = parsers.version AND rule = 0
    )
    SELECT field, sum(runs) AS runs FROM first
    WHERE day > coalesce((SELECT max(hit.day) FROM first AS hit WHERE hit.field = first.field AND hit.hits > 0), '')
    GROUP BY field HAVING sum(runs) >= ${MISSED_RUNS} ORDER BY field
  `)

  return {
    /** Call inside the transaction of the call that ends. */
    count(parserId: string, day: string, fills: Fills): void {
      const chains = Object.entries(fills).filter(([, { hits }]) => hits)
      if (chains.length) add.run({ parserId, day, fills: JSON.stringify(Object.fromEntries(chains)) })
    },
    of(parserId: string): ParserChoices {
      const hits = Map.groupBy(counted.all(parserId), ({ field }) => field)
      return {
        rule_hits_by_field: Object.fromEntries(
          [...hits].map(([field, rules]) => [field, rules.map(rule => rule.hits)]),
        ),
        warnings: missed.all(parserId).map(({ field, runs }) => ({ field, runs, warning: warningOf(runs) })),
      }
    },
  }
}

const warningOf = (runs: number) =>
  `The first rule of "any" found nothing in the last ${runs} runs that had a value; a later rule did. The site may have changed: fix it, or put another rule first.`
