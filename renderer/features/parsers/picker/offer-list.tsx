import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { type Offer, wordsOfRule } from './offers.ts'
import classes from './picker.module.css'

const FIRST = 3

export const scoreText = (score: number) => `${Math.round(score * 100)}%`

/** Suggested rules, best first, each with its score and the reasons. */
export function OfferList({
  offers,
  chosen,
  onChoose,
}: {
  offers: readonly Offer[]
  chosen: number
  onChoose: (index: number) => void
}) {
  const name = useId()
  const [all, setAll] = useState(false)
  const shown = offers.slice(0, all ? offers.length : Math.max(FIRST, chosen + 1))
  return (
    <fieldset className={classes.offers}>
      <legend>Suggested rules by reliability</legend>
      {shown.map(({ rule, score, reasons }, index) => (
        <label key={JSON.stringify(rule)} className={classes.offer}>
          <input type="radio" name={name} checked={index === chosen} onChange={() => onChoose(index)} />
          <code>{wordsOfRule(rule)}</code>
          <span className="tabular">{scoreText(score)}</span>
          <span className={classes.why}>{reasons.join(' · ')}</span>
        </label>
      ))}
      {shown.length < offers.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          {`Show ${offers.length - shown.length} more`}
        </Button>
      )}
    </fieldset>
  )
}
