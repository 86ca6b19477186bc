CREATE TABLE "passkey_challenges" (
	"challenge" text collate "C" PRIMARY KEY NOT NULL,
	"staff_id" text collate "C",
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_push_subscriptions" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event" text NOT NULL,
	"about" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"status_code" integer,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"url" text NOT NULL,
	"events" text[] DEFAULT '{}' NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "warehouse_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_history" ADD COLUMN "warehouse_id" text collate "C";--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_push_subscriptions" ADD CONSTRAINT "staff_push_subscriptions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_push_subscriptions" ADD CONSTRAINT "staff_push_subscriptions_session_id_staff_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."staff_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff_id_index" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_push_subscriptions_staff_id_index" ON "staff_push_subscriptions" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
-- What happens in the store is written as a job, in the transaction of the change and whoever makes it. A transaction
-- that changes a thing several times writes one event. In a store where nobody listens nothing is written.
create function publish_event(event text, subject text, details jsonb default '{}') returns void language plpgsql as $$
begin
  if exists (select from webhook_endpoints where paused_at is null and event = any(events))
    or event = 'order.placed' and exists (select from staff_push_subscriptions) then
    insert into jobs (kind, cause, payload)
    values ('event', event || ':' || subject || ':' || pg_current_xact_id(),
      jsonb_build_object('event', event, 'subject', subject) || details)
    on conflict do nothing;
  end if;
end $$;
--> statement-breakpoint
create function publish_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.checkout_status <> 'completed' then
    perform publish_event('order.placed', new.id);
  elsif not exists (select from jobs where cause = 'order.placed:' || new.id || ':' || pg_current_xact_id()) then
    perform publish_event('order.changed', new.id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger order_placed_published after insert on orders for each row
  when (new.checkout_status = 'completed') execute function publish_order();
--> statement-breakpoint
create trigger order_published after update on orders for each row
  when (new.checkout_status = 'completed' and new.changed_at <> old.changed_at) execute function publish_order();
--> statement-breakpoint
create function publish_refund() returns trigger language plpgsql as $$
begin
  perform publish_event('refund.changed', new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger refund_requested_published after insert on refunds for each row execute function publish_refund();
--> statement-breakpoint
create trigger refund_published after update on refunds for each row
  when (new.status <> old.status) execute function publish_refund();
--> statement-breakpoint
create function publish_low_stock() returns trigger language plpgsql as $$
begin
  perform publish_event('stock.low', new.product_id || '/' || new.size || '/' || new.warehouse_id,
    jsonb_build_object('productId', new.product_id, 'size', new.size, 'warehouseId', new.warehouse_id));
  return null;
end $$;
--> statement-breakpoint
create trigger low_stock_published after update on stock_levels for each row
  when (new.on_hand < new.low_below and old.on_hand >= old.low_below) execute function publish_low_stock();
