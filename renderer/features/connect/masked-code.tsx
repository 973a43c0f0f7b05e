import { Button, Stack } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'

const DOTS = '•'.repeat(12)

/** A set-up whose key is masked on the screen; copying takes all of it. */
export function MaskedCode({ code, secret }: { code: string; secret: string | null }) {
  const [revealed, reveal] = useState(false)
  const shown = secret && !revealed ? code.replaceAll(secret, `${secret.slice(0, 3)}${DOTS}`) : code
  return (
    <Stack gap={8} align="flex-start">
      <div style={{ width: '100%' }}>
        <CodeBlock code={shown} copied={code} what="the set-up" />
      </div>
      {secret && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={revealed ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => reveal(!revealed)}
        >
          {revealed ? 'Hide the key' : 'Reveal the key'}
        </Button>
      )}
    </Stack>
  )
}
