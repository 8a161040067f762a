CREATE TABLE `kinds_seen` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `notices_put_away` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer,
	`guest_key` text,
	`kind` text NOT NULL,
	`occurrence` text NOT NULL,
	`put_away_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notices_put_away_by_one" CHECK(("notices_put_away"."user_id" is null) <> ("notices_put_away"."guest_key" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_put_away_by_member` ON `notices_put_away` (`user_id`,`kind`,`occurrence`) WHERE "notices_put_away"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_put_away_by_guest` ON `notices_put_away` (`guest_key`,`kind`,`occurrence`) WHERE "notices_put_away"."guest_key" is not null;--> statement-breakpoint
CREATE INDEX `notices_put_away_by_age` ON `notices_put_away` (`put_away_at`);--> statement-breakpoint
CREATE TABLE `sent_pages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`guest_key` text,
	`kind` text NOT NULL,
	`rating_id` integer,
	`pool` text,
	`joke` integer,
	`month` text,
	`award` text,
	`year` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "sent_pages_by_one" CHECK(("sent_pages"."user_id" is null) <> ("sent_pages"."guest_key" is null)),
	CONSTRAINT "sent_pages_kind" CHECK("sent_pages"."kind" in ('receipt', 'award', 'month', 'year')),
	CONSTRAINT "sent_pages_receipt" CHECK(("sent_pages"."kind" = 'receipt') = ("sent_pages"."rating_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `sent_pages_of_member` ON `sent_pages` (`user_id`,`created_at`) WHERE "sent_pages"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `sent_pages_of_guest` ON `sent_pages` (`guest_key`,`created_at`) WHERE "sent_pages"."guest_key" is not null;--> statement-breakpoint
CREATE INDEX `sent_pages_of_rating` ON `sent_pages` (`rating_id`) WHERE "sent_pages"."rating_id" is not null;--> statement-breakpoint
CREATE INDEX `sent_pages_by_age` ON `sent_pages` (`created_at`);--> statement-breakpoint
ALTER TABLE `trips` ADD `opens_at` integer;