import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Text to copy: a command, a program, a piece of JSON. `copied` takes its place where a part of it is masked on the screen. */
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
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton text={copied} what={what} />
      </div>
    </div>
  )
}
