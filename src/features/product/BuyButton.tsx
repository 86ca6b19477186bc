import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'

type Props = { isSoldOut: boolean; isBusy: boolean; onBuy: () => void }

export function BuyButton({ isSoldOut, isBusy, onBuy }: Props) {
  if (isSoldOut) {
    return (
      <Button isWide disabled>
        Sold Out
      </Button>
    )
  }
  return (
    <Button variant="go" isWide isBusy={isBusy} busyText="Adding to bag..." onClick={onBuy}>
      <Icon name="bag" size="s" />
      Add to bag
    </Button>
  )
}
