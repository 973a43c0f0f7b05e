import { CopyButton } from '../actions/copy-button.tsx'
import classes from './code-block.module.css'

/** Box-drawing characters. Text that contains them is never wrapped. */
const BOX_DRAWING = /[\u2500-\u257f]/

/** Text with a copy button: a command, code or JSON. If part of the text is masked, `copied` is copied instead. */
export function CodeBlock({
  code,
  copied = code,
  what = 'the code',
}: {
  code: string
  copied?: string
  what?: string
}) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <pre className={classes.code} tabIndex={0} data-drawing={BOX_DRAWING.test(code) || undefined}>
        <code>{code}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton text={copied} what={what} />
      </div>
    </div>
  )
}
