import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Category } from '#contract/catalogue/catalogue.ts'
import { categoryPath, paths } from '#contract/pages/paths.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import { categoriesRead, storeRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { HydrateOnDemand } from '#platform/rendering/HydrateOnDemand.tsx'
import { defaultTagline } from '#contract/store/storeTerms.ts'
import { Logo } from '#ui/media/Icon.tsx'
import { PhoneLink } from '#ui/text/numbers.tsx'
import styles from './Footer.module.css'
import { useStoreName } from '#app/header/heading.ts'

const social = ['facebook', 'instagram', 'threads'] as const

export const Footer = memo(function Footer() {
  return (
    <HydrateOnDemand>
      <FooterContent />
    </HydrateOnDemand>
  )
})

function FooterContent() {
  const categories = useOptionalRead(categoriesRead)?.result.data ?? []
  const store = useOptionalRead(storeRead)?.result
  const name = useStoreName()

  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <Column title="Customer Service">
            <FooterLink to={paths.tracking}>Track order</FooterLink>
            <FooterLink to={paths.support}>Return/exchange</FooterLink>
            <FooterLink to={paths.about}>About us</FooterLink>
          </Column>
          <Column title="Our Policies">
            <FooterLink to={paths.terms}>Terms and conditions</FooterLink>
            <FooterLink to={paths.privacy}>Privacy policy</FooterLink>
            <FooterLink to={paths.refundPolicy}>Refund policy</FooterLink>
          </Column>
          <Column title="Women Collections">{linksTo(categories, 'WOMEN')}</Column>
          <Column title="Men Collections">{linksTo(categories, 'MEN')}</Column>
          {store && (
            <Column title="Contact Us">
              <li>
                <address className={styles.address}>{store.contacts.address}</address>
              </li>
              <li>
                <a href={`mailto:${store.contacts.email}`}>{store.contacts.email}</a>
              </li>
              <li>
                <PhoneLink phone={store.contacts.phone} />
              </li>
            </Column>
          )}
        </div>
        <div className={styles.end}>
          <p className={styles.brand}>
            <Logo name={name} />
            <span>{store?.tagline ?? defaultTagline}</span>
          </p>
          {store && (
            <ul className={styles.social}>
              {social
                .filter((name) => store.socialLinks[name])
                .map((name) => (
                  <li key={name}>
                    <a href={store.socialLinks[name]} aria-label={name} rel="noopener">
                      <img
                        src={`/images/social-${name}.svg`}
                        alt=""
                        width={24}
                        height={24}
                        loading="lazy"
                      />
                    </a>
                  </li>
                ))}
            </ul>
          )}
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.column}>
      <h2 className={styles.title}>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}

const linksTo = (categories: Category[], gender: GenderName) =>
  categories
    .filter((category) => category.gender.some(({ name }) => name === gender))
    .map(({ _id, name }) => (
      <FooterLink key={_id} to={categoryPath(_id)}>
        {name}
      </FooterLink>
    ))
