CREATE TABLE "door_photos" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"staff_id" text collate "C" NOT NULL,
	"shows" text,
	"line_id" text collate "C",
	"picture" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"line_id" text collate "C" PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"assigned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"failed_reason" text,
	"outcome" text,
	"finding" text,
	"note" text,
	"checked_by" text,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rider_positions" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_proof" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_code_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "door_photos" ADD CONSTRAINT "door_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_photos" ADD CONSTRAINT "door_photos_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_photos" ADD CONSTRAINT "door_photos_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_agent_id_delivery_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."delivery_agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_positions" ADD CONSTRAINT "rider_positions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_photos_of_order" ON "door_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "door_photos_unused" ON "door_photos" USING btree ("created_at") WHERE shows is null;--> statement-breakpoint
CREATE INDEX "pickups_of_order" ON "pickups" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "pickups_of_agent" ON "pickups" USING btree ("agent_id");--> statement-breakpoint
create function delete_rider_position() returns trigger language plpgsql as $$
begin
  delete from rider_positions where order_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_without_position after update of status, agent_id, failed_at on orders
  for each row when (old.status is distinct from new.status or old.agent_id is distinct from new.agent_id
    or old.failed_at is distinct from new.failed_at)
  execute function delete_rider_position();
