CREATE TABLE `email_checks` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `email_checks_token` ON `email_checks` (`token_hash`);--> statement-breakpoint
CREATE TABLE `news_settings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`rhythm` text NOT NULL,
	`minute` integer NOT NULL,
	`time_zone` text NOT NULL,
	`by_mail` integer DEFAULT false NOT NULL,
	`told_until` integer NOT NULL,
	`told_at` integer NOT NULL,
	`slot_at` integer,
	`next_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "news_settings_minute" CHECK("news_settings"."minute" between 480 and 1260 and "news_settings"."minute" % 30 = 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `news_settings_due` ON `news_settings` (`next_at`) WHERE "news_settings"."next_at" is not null;--> statement-breakpoint
CREATE TABLE `push_key` (
	`id` integer PRIMARY KEY NOT NULL,
	`private_key` blob NOT NULL,
	`public_key` blob NOT NULL,
	CONSTRAINT "push_key_one" CHECK("push_key"."id" = 1),
	CONSTRAINT "push_key_point" CHECK(length("push_key"."public_key") = 65)
) STRICT;
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`session_hash` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` blob NOT NULL,
	`auth` blob NOT NULL,
	`browser` text,
	`created_at` integer NOT NULL,
	`last_ok_on` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_subscriptions_id_of_50_bits" CHECK("push_subscriptions"."id" between 1 and 1125899906842623),
	CONSTRAINT "push_subscriptions_key" CHECK(length("push_subscriptions"."p256dh") = 65),
	CONSTRAINT "push_subscriptions_auth" CHECK(length("push_subscriptions"."auth") = 16)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_of_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_of_session` ON `push_subscriptions` (`session_hash`);