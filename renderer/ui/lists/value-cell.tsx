import { IconCheck, IconX } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { LOCALE } from '../locale.ts'
import { Picture } from '../picture.tsx'
import { isPicture } from '../picture-address.ts'
import { Time } from '../time.tsx'
import classes from './value-cell.module.css'

/** Groups the digits of numbers with five or more of them: 15,947, but 2024. */
const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20, useGrouping: 'min2' })
/** Smaller numbers have more decimals than are shown. */
const MIN_ROUNDED = 1e-6
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
const ADDRESS = /^https?:\/\/\S+$/i

/** Shows a value by its type: numbers with grouped digits, ticks, times, pictures, links. */
export function ValueCell({ name, value }: { name: string; value: unknown }): ReactNode {
  if (value === null || value === undefined) return <span className={classes.nothing}>–</span>
  if (typeof value === 'number') return numberOf(value)
  if (typeof value === 'boolean') return <Tick isTrue={value} />
  if (typeof value === 'object') return <Json text={JSON.stringify(value)} />
  return <TextValue name={name} text={String(value)} />
}

const numberOf = (value: number) =>
  value !== 0 && Math.abs(value) < MIN_ROUNDED ? String(value) : NUMBER.format(value)

function TextValue({ name, text }: { name: string; text: string }) {
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return <Time at={text} />
  if (isPicture(name, text)) return <Thumbnail address={text} />
  if (ADDRESS.test(text)) return <OutsideLink address={text}>{withoutScheme(text)}</OutsideLink>
  return <ClampedText title={text}>{text}</ClampedText>
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//i, '')

/** A text that is cut after as many lines as its table allows. A tooltip shows all of it. */
export const ClampedText = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className={classes.text} title={title}>
    {children}
  </span>
)

const Tick = ({ isTrue }: { isTrue: boolean }) =>
  isTrue ? <IconCheck size={16} aria-label="true" /> : <IconX size={16} aria-label="false" opacity={0.6} />

const Json = ({ text }: { text: string }) => (
  <span className={`mono ${classes.text}`} title={text}>
    {text}
  </span>
)

/** A click on a link must not also open its row. */
const stopPropagation = (event: MouseEvent) => event.stopPropagation()

/** An external link in a row. It is not a Tab stop, since the row is. */
export const OutsideLink = ({ address, children }: { address: string; children: ReactNode }) => (
  <a
    href={address}
    title={address}
    target="_blank"
    rel="noreferrer"
    tabIndex={-1}
    className={classes.link}
    onClick={stopPropagation}
  >
    {children}
  </a>
)

const Thumbnail = ({ address }: { address: string }) => (
  <OutsideLink address={address}>
    <Picture address={address} className={classes.picture} otherwise={withoutScheme(address)} />
  </OutsideLink>
)
