import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

type Props = { isBusy: boolean; onBuy: () => void }

export function BuyButton({ isBusy, onBuy }: Props) {
  return (
    <Button variant="go" isWide isBusy={isBusy} busyText="Adding to bag..." onClick={onBuy}>
      <Icon name="bag" size="s" />
      Add to bag
    </Button>
  )
}
