import { NumberInput, type NumberInputProps, Switch } from '@mantine/core'

/** The field for whether the calls of an account are free. */
export const UnlimitedField = ({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <Switch
    label="Unlimited"
    description="Calls are free and do not change the balance."
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

/** The field for the credits that an account gets each month. */
export const MonthlyGrantField = (props: Pick<NumberInputProps, 'value' | 'error' | 'onChange'>) => (
  <NumberInput
    label="Monthly grant"
    description="Credits added at the first call of each month (UTC). 0 turns it off."
    min={0}
    thousandSeparator=","
    allowDecimal={false}
    {...props}
  />
)
