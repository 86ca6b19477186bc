CREATE TABLE "place_alerts" (
	"user_id" text collate "C" PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "complaint_messages" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"complaint_id" text collate "C" NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "style" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "subcategories" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_alerts" ADD COLUMN "is_by_sms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "place_alerts" ADD CONSTRAINT "place_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_messages" ADD CONSTRAINT "complaint_messages_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_messages_complaint_id_at_index" ON "complaint_messages" USING btree ("complaint_id","at");--> statement-breakpoint
CREATE INDEX "products_by_style" ON "products" USING btree ("brand_id","style") WHERE style <> '';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_withdrawn" CHECK (withdrawn_at is null or not is_published);
--> statement-breakpoint
update products set changed_at = created_at;
--> statement-breakpoint
-- When a product's page was last changed, for the sitemap: its texts, its price, and what is in stock.
create function note_product_text() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
--> statement-breakpoint
create trigger product_text_changed before update on products for each row
  when ((old.name, old.description, old.details, old.photos, old.colour, old.style, old.price_paise, old.mrp_paise,
      old.sizes, old.stocked_in, old.is_published)
    is distinct from (new.name, new.description, new.details, new.photos, new.colour, new.style, new.price_paise,
      new.mrp_paise, new.sizes, new.stocked_in, new.is_published))
  execute function note_product_text();
