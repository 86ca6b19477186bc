CREATE TABLE "cash_handovers" (
	"id" text collate "C" PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"expected_paise" bigint NOT NULL,
	"counted_paise" bigint NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_paise" bigint,
	"received_by" text,
	"received_reason" text,
	"received_at" timestamp (3) with time zone,
	CONSTRAINT "cash_handovers_amounts" CHECK (expected_paise >= 0 and counted_paise >= 0 and received_paise >= 0),
	CONSTRAINT "cash_handovers_received" CHECK ((received_paise is null) = (received_at is null))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "collected_by_id" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "cash_handover_id" text collate "C";--> statement-breakpoint
ALTER TABLE "cash_handovers" ADD CONSTRAINT "cash_handovers_agent_id_delivery_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."delivery_agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_handovers_agent_id_at_index" ON "cash_handovers" USING btree ("agent_id","at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_collected_by_id_delivery_agents_id_fk" FOREIGN KEY ("collected_by_id") REFERENCES "public"."delivery_agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_cash_handover_id_cash_handovers_id_fk" FOREIGN KEY ("cash_handover_id") REFERENCES "public"."cash_handovers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_with_rider" ON "payments" USING btree ("collected_by_id") WHERE collected_by_id is not null and cash_handover_id is null;