import type { ErrorBody } from '../renderer/lib/service/call-error.ts'
import { element } from './element.ts'

/** An error message with its hint. */
export const errorNotice = ({ error, hint }: Pick<ErrorBody, 'error' | 'hint'>): HTMLElement =>
  element(
    'div',
    { className: 'error', role: 'alert' },
    element('strong', {}, error),
    ...(hint ? [element('span', {}, hint)] : []),
  )
