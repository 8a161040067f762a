CREATE TABLE `instance` (
	`id` integer PRIMARY KEY NOT NULL,
	`tag` blob NOT NULL,
	CONSTRAINT "instance_one" CHECK("instance"."id" = 1),
	CONSTRAINT "instance_tag_of_64_bits" CHECK(length("instance"."tag") = 8)
) STRICT;
--> statement-breakpoint
CREATE TABLE `linked_identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`linked_at` integer NOT NULL,
	`last_used_on` integer,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `linked_identities_of_user` ON `linked_identities` (`user_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`rp_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`sign_count` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_on` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "passkeys_label" CHECK(length("passkeys"."label") between 1 and 40)
) STRICT;
--> statement-breakpoint
CREATE INDEX `passkeys_of_user` ON `passkeys` (`user_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_in_by` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `email_verified_at` integer;