CREATE TABLE `invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`note` text,
	`max_uses` integer,
	`uses` integer DEFAULT 0 NOT NULL,
	`is_setup` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	CONSTRAINT "invites_uses" CHECK("invites"."uses" >= 0 and ("invites"."max_uses" is null or "invites"."uses" <= "invites"."max_uses"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_token` ON `invites` (`token_hash`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_token` ON `password_resets` (`token_hash`);--> statement-breakpoint
ALTER TABLE `ratings` ADD `claimed_from_id` integer REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `ratings_of_claim` ON `ratings` (`claimed_from_id`) WHERE "ratings"."claimed_from_id" is not null;
