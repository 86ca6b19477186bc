import { type ReactNode, useState } from 'react'

import { type Paise, toRupees } from '#contract/values/money.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Disclosure } from '#ui/overlays/Disclosure.tsx'
import { AgeNote } from '#ui/feedback/AgeNote.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import {
  LoadingDialog,
  LoadingFallback,
  LoadingLine,
  Skeleton,
  Spinner,
} from '#ui/feedback/Loading.tsx'
import { Badge, Note, PendingBadge } from '#ui/feedback/Note.tsx'
import { ProgressRing } from '#ui/feedback/ProgressRing.tsx'
import { Button, ButtonLink, IconButton, TextButton, TextLink } from '#ui/forms/Button.tsx'
import { Checkbox, Field, Select, TextArea } from '#ui/forms/Fields.tsx'
import { Chip, ChipLink, OptionCard, SizePicker, SizeToggle } from '#ui/forms/SelectionControls.tsx'
import { ActionBar } from '#ui/layout/ActionBar.tsx'
import { Breadcrumbs } from '#ui/layout/Breadcrumbs.tsx'
import { Panel, TwoColumns } from '#ui/layout/Columns.tsx'
import { FullScreenOverlay } from '#ui/layout/FullScreenOverlay.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { SummaryList } from '#ui/layout/SummaryList.tsx'
import { CarouselDots } from '#ui/media/Carousel.tsx'
import { Icon, Logo } from '#ui/media/Icon.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { PhotoPicker } from '#ui/photos/PhotoPicker.tsx'
import { placeholderPhoto } from '#contract/catalogue/photos.ts'
import { PhotoViewer } from '#ui/photos/PhotoViewer.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { PhoneLink } from '#ui/text/numbers.tsx'
import { Price } from '#ui/text/Price.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import styles from './Gallery.module.css'

const photo = placeholderPhoto
const longName =
  'A long name that does not fit into one line of a narrow phone, as a merchant may type it'
const product = { name: 'Linen shirt', brand: { name: 'Nool & Co.' }, photos: [photo], tint: 2 }
const ignore = () => undefined
const twoHoursAgo = Date.now() - 2 * 3_600_000

/** Every component of `src/ui` in its states, for the development server: `/dev/gallery`. */
export function Gallery() {
  return (
    <main className={styles.gallery}>
      <PageTitle>Gallery</PageTitle>
      <nav className={styles.states} aria-label="Theme">
        <a href="?theme=light">Light</a>
        <a href="?theme=dark">Dark</a>
      </nav>
      <Buttons />
      <Fields />
      <Selection />
      <Texts />
      <Feedback />
      <Layout />
      <Media />
      <Overlays />
    </main>
  )
}

/** The states of related components, one after the other. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className={styles.group}>{children}</div>
    </Section>
  )
}

function Buttons() {
  const variants = ['default', 'primary', 'outline', 'danger'] as const
  return (
    <Group title="Buttons">
      {variants.map((variant) => (
        <div key={variant} className={styles.states}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="s">
            Small
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} isBusy busyText="Saving...">
            Save
          </Button>
          <ButtonLink variant={variant} to="#">
            Link
          </ButtonLink>
        </div>
      ))}
      <Button variant="primary" isWide>
        {longName}
      </Button>
      <div className={styles.states}>
        <TextButton>Change</TextButton>
        <TextButton isRemoval>Remove</TextButton>
        <TextLink to="#">View all</TextLink>
        <IconButton icon="search" label="Search" />
        <IconButton icon="heart-filled" label="On the wishlist" isOnImage />
      </div>
    </Group>
  )
}

function Fields() {
  const sorts = [
    { value: 'new', text: 'Newest' },
    { value: 'price', text: 'Price, not available', isDisabled: true },
  ]
  return (
    <Group title="Fields">
      <Field label="Name" defaultValue="Asha" />
      <Field label="Phone" prefix="+91" hint="10 digits" inputMode="numeric" />
      <Field label="PIN code" defaultValue="45" error="Please enter 6 digits" />
      <Field label="Email" defaultValue={longName} disabled />
      <TextArea label="Message" defaultValue={longName} />
      <TextArea label="Reason" error="Please say what happened" />
      <Select label="Sort by" options={sorts} onChoose={ignore} />
      <Select
        label="Sort by, without a visible label"
        isLabelHidden
        options={sorts}
        onChoose={ignore}
      />
    </Group>
  )
}

function Selection() {
  const [size, setSize] = useState<string>()
  const sizes = ['S', 'M', 'L', 'Free size']
  return (
    <Group title="Selection">
      <div className={styles.states}>
        <Checkbox>Not chosen</Checkbox>
        <Checkbox defaultChecked>Chosen</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox type="radio" name="radio" defaultChecked>
          Radio
        </Checkbox>
      </div>
      <fieldset className={styles.group}>
        <legend>Option cards</legend>
        <OptionCard name="option" title="Standard" aside={<span>FREE</span>} defaultChecked />
        <OptionCard name="option" title="Try & Buy" aside={<span>₹49</span>}>
          <p>{longName}</p>
        </OptionCard>
        <OptionCard name="option" title="Disabled" disabled />
      </fieldset>
      <div className={styles.states}>
        <Chip>Chip</Chip>
        <Chip icon="filter">With an icon</Chip>
        <Chip isRemovable>Removable</Chip>
        <ChipLink to="#">Link</ChipLink>
        <SizeToggle size="M" isChosen onToggle={ignore} />
        <SizeToggle size="L" isChosen={false} onToggle={ignore} />
      </div>
      <SizePicker
        legend="Size"
        sizes={sizes}
        stock={{ S: 2, M: 0, L: 1, 'Free size': 1 }}
        value={size}
        onChange={setSize}
        error={size ? undefined : 'Please choose a size'}
      />
    </Group>
  )
}

function Texts() {
  const [price, mrp] = [toRupees(1919_00 as Paise), toRupees(2399_00 as Paise)]
  return (
    <Group title="Texts">
      <Price price={price} mrp={mrp} percentOff={20} />
      <Price price={price} mrp={price} percentOff={0} size="l" />
      <DateTime at="2026-11-18T14:16:00Z" />
      <PhoneLink phone="7312345678" />
      <RichText html="Only <strong>UPI</strong> is accepted &amp; <em>no cash</em>" />
      <SmallProduct product={product} details="Size S · Qty 1" />
      <SmallProduct product={{ ...product, name: longName }} details={longName} />
    </Group>
  )
}

function Feedback() {
  return (
    <Group title="Feedback">
      <Note icon="info">{longName}</Note>
      <Note icon="alert" tone="danger">
        A fault
      </Note>
      <Note icon="check" tone="mint">
        A success
      </Note>
      <div className={styles.states}>
        <Badge>Plain</Badge>
        <Badge tone="mint">Mint</Badge>
        <Badge tone="sale">Sale</Badge>
        <Badge tone="danger">Danger</Badge>
        <PendingBadge />
      </div>
      <AgeNote savedAt={twoHoursAgo} icon="wifi-off" upToDateText="Up to date">
        {(age) => <span>{`Saved on this device ${age}.`}</span>}
      </AgeNote>
      <div className={styles.states}>
        <Spinner />
        <Spinner size="m" isSpinning />
        <ProgressRing steps={4} done={2} />
      </div>
      <LoadingLine>Loading orders...</LoadingLine>
      <LoadingFallback isSmall />
      <LoadingFallback isSmall problem={new Error('No connection')} retry={ignore} />
      <div className={styles.states}>
        <Skeleton shape="circle" />
        <Skeleton shape="block" />
      </div>
      <Skeleton shape="line" />
      <EmptyState
        title="Your bag is empty"
        level={2}
        art="/images/empty-bag.svg"
        text="Add something that you like."
      >
        <ButtonLink to="#" variant="primary">
          Shop now
        </ButtonLink>
      </EmptyState>
      <EmptyState title="Loading..." level={2} isLoading />
    </Group>
  )
}

function Layout() {
  const amounts = { couponDiscount: 100_00, trialCharges: 49_00, shipping: 0, total: 1868_00 }
  const summary = { mrpTotal: 2399_00, mrpDiscount: 480_00, ...amounts }
  return (
    <Group title="Layout">
      <Breadcrumbs crumbs={[{ text: 'Women', to: '#' }, { text: longName }]} />
      <Panel title="Order summary" aside={<TextButton>Change</TextButton>}>
        <SummaryList summary={summary as Parameters<typeof SummaryList>[0]['summary']} />
      </Panel>
      <TwoColumns
        side={
          <Panel title="Mist" tone="mist">
            <p>{longName}</p>
          </Panel>
        }
      >
        <p>{longName}</p>
      </TwoColumns>
      <ActionBar total="₹1,868" problem="Please choose an address">
        <Button variant="primary" disabled>
          Place Order
        </Button>
      </ActionBar>
    </Group>
  )
}

function Media() {
  const [dot, setDot] = useState(0)
  const uploads = { hasFailed: true, add: ignore, retry: ignore, remove: ignore }
  const states = [
    { id: 'sending', preview: photo, state: 'sending', progress: 0.4 },
    { id: 'sent', preview: photo, state: 'sent', progress: 1 },
    { id: 'failed', preview: photo, state: 'failed', progress: 0 },
  ] as const
  return (
    <Group title="Media">
      <div className={styles.states}>
        <Logo name="Pehno" />
        <Logo name="Another store" />
        {(['xs', 's', 'm', 'l'] as const).map((size) => (
          <Icon key={size} name="heart" size={size} />
        ))}
      </div>
      <div className={styles.image}>
        <ProductImage src={photo} tint={3} alt="A placeholder" />
      </div>
      <CarouselDots count={4} index={dot} itemName="Photo" onChoose={setDot} />
      <PhotoPicker uploads={{ ...uploads, photos: [...states] }} max={4} isSubmitted />
    </Group>
  )
}

const overlays = ['sheet', 'drawer', 'full', 'photos', 'overlay', 'loading'] as const

function Overlays() {
  const [open, setOpen] = useState<(typeof overlays)[number]>()
  const close = () => setOpen(undefined)
  return (
    <Group title="Overlays">
      <Disclosure title="Closed">
        <p>{longName}</p>
      </Disclosure>
      <Disclosure title="Open" isInitiallyOpen>
        <p>{longName}</p>
      </Disclosure>
      <div className={styles.states}>
        {overlays.map((overlay) => (
          <Button key={overlay} onClick={() => setOpen(overlay)}>
            {`Open ${overlay}`}
          </Button>
        ))}
      </div>
      {open === 'photos' && (
        <PhotoViewer name="Shirt" photos={[photo, photo]} startAt={0} onClose={close} />
      )}
      {open === 'loading' && <LoadingDialog title="Size chart" onClose={close} />}
      {open === 'overlay' && (
        <FullScreenOverlay titleId="overlay-title" onCancel={close}>
          <h2 id="overlay-title">Placing your order</h2>
          <Button onClick={close}>Close overlay</Button>
        </FullScreenOverlay>
      )}
      {(open === 'sheet' || open === 'drawer' || open === 'full') && (
        <Dialog
          title={longName}
          shape={open}
          onClose={close}
          footer={
            <Button variant="primary" isWide onClick={close}>
              Save
            </Button>
          }
        >
          <p>{longName}</p>
        </Dialog>
      )}
    </Group>
  )
}
