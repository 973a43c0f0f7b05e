import type { ErrorBody } from '../renderer/lib/service/call-error.ts'
import { element } from './element.ts'

/** What went wrong, and how to fix it. */
export const errorNotice = ({ error, hint }: Pick<ErrorBody, 'error' | 'hint'>): HTMLElement =>
  element(
    'div',
    { className: 'error', role: 'alert' },
    element('strong', {}, error),
    ...(hint ? [element('span', {}, hint)] : []),
  )
