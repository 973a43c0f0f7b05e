import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { describeRule, type RuleOffer } from './offers.ts'
import classes from './picker.module.css'

const INITIAL_OFFERS = 3

export const scoreText = (score: number) => `${Math.round(score * 100)}%`

/** Suggested rules, best first, each with its score and the reasons. */
export function OfferList({
  offers,
  chosen,
  onChoose,
}: {
  offers: readonly RuleOffer[]
  chosen: number
  onChoose: (index: number) => void
}) {
  const name = useId()
  const [isExpanded, setExpanded] = useState(false)
  const visibleOffers = offers.slice(0, isExpanded ? offers.length : Math.max(INITIAL_OFFERS, chosen + 1))
  return (
    <fieldset className={classes.offers}>
      <legend>Suggested rules, most likely to keep working first</legend>
      {visibleOffers.map(({ rule, score, reasons }, index) => (
        <label key={JSON.stringify(rule)} className={classes.offer}>
          <input type="radio" name={name} checked={index === chosen} onChange={() => onChoose(index)} />
          <code>{describeRule(rule)}</code>
          <span className="tabular">{scoreText(score)}</span>
          <span className={classes.why}>{reasons.join(' · ')}</span>
        </label>
      ))}
      {visibleOffers.length < offers.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setExpanded(true)}>
          {`Show ${offers.length - visibleOffers.length} more`}
        </Button>
      )}
    </fieldset>
  )
}
